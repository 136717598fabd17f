# Runs a sample and compares what it prints with what it is known to print: the same on every platform.
#   cmake -D PROGRAM=... -D EXPECTED=... -P run_sample.cmake
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
elseif(NOT printed STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} printed\n${printed}\ninstead of\n${expected}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "1 passed, 0 failed")
