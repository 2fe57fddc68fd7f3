# What of the tests that failed is worth reading, from the output of ctest: at most 200 lines of each, and of a suite
# of GoogleTest only the cases that did not go well.
/^ *[0-9]+\/[0-9]+ Test|^ *Start +[0-9]+|tests passed/ { printf "%s", held; held = ""; left = 0 }
/\*\*\*(Failed|Timeout|Exception|Not Run)/ { left = 200 }
left <= 0 { next }
/^\[ RUN / { printf "%s", held; held = $0 "\n"; next }
/^\[       OK / { held = ""; next }
held != "" {
    if (left > 1) { --left; held = held $0 "\n" }
    if (/^\[  FAILED /) { printf "%s", held; held = "" }
    next
}
{ print; --left }
