# For ctest, when it starts: asks the GoogleTest program `program` for its suites and makes each of them one test,
# PREFIX.SUITE. A process per suite: starting one takes a tenth of a second where sanitizers are built in, and there
# are more than a thousand cases. Labels are those of tarn_tests in CMakeLists.txt, which sets what is used here.
#
# All types of a typed suite, and all parameters of an instance, are one suite.
if(NOT EXISTS "${program}")
    add_test(${prefix}_NOT_BUILT ${prefix}_NOT_BUILT)
    return()
endif()
execute_process(COMMAND "${program}" --gtest_list_tests
    OUTPUT_VARIABLE listed ERROR_VARIABLE complaint RESULT_VARIABLE status TIMEOUT 60)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${program} cannot list its tests (${status}):\n${complaint}")
endif()
# A list ends its items with semicolons, and the names of types may have some.
string(REPLACE ";" "," listed "${listed}")
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listed}")
list(TRANSFORM suites REPLACE "[\n.]" "")
list(TRANSFORM suites REPLACE "/[0-9]+$" "")
list(REMOVE_DUPLICATES suites)
foreach(suite ${suites})
    set(labels ${label})
    if(suite MATCHES "Threads$|^ThreadPool$")
        set(labels ${label}-threads)
    elseif(suite MATCHES "Slow$")
        set(labels ${label}-slow)
    endif()
    add_test(${prefix}.${suite} "${program}" "--gtest_filter=${suite}.*:${suite}/*")
    # Skipped counts only where nothing failed: then what was skipped is the last that GoogleTest says.
    set_tests_properties(${prefix}.${suite} PROPERTIES LABELS ${labels} TIMEOUT 1800 COST ${cost} ENVIRONMENT "${environment}"
        WORKING_DIRECTORY "${folder}" SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\] [^\n]+\n*$")
endforeach()
