# Runs a sample, which must end well, and must print what is expected, where that is given: the same on
# every platform.
#   cmake -D PROGRAM=... [-D ARGUMENTS=a|b|...] [-D EXPECTED=FILE] -P run_sample.cmake
string(REPLACE "|" ";" ARGUMENTS "${ARGUMENTS}")
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_VARIABLE printed RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status} and printed\n${printed}")
endif()
if(EXPECTED)
  file(READ ${EXPECTED} expected)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM} printed\n${printed}\ninstead of\n${expected}")
  endif()
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "1 passed, 0 failed")
