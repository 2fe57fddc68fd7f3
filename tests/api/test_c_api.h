/* Checks written in C, called by c_api_test.cpp. Each returns the number of failed checks. */
#ifndef TARN_TEST_C_API_H
#define TARN_TEST_C_API_H

#ifdef __cplusplus
extern "C" {
#endif

int c_api_drives_ponds_six_calls(void);
int c_api_drives_every_call(const char* folder);

#ifdef __cplusplus
}
#endif

#endif
