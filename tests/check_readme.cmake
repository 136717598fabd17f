# Looks for a program, without its first line, in the README.
#   cmake -D README=... -D PROGRAM=... -P check_readme.cmake
file(READ ${README} readme)
file(READ ${PROGRAM} program)
string(FIND "${program}" "\n" line_end)
math(EXPR begin "${line_end} + 1")
string(SUBSTRING "${program}" ${begin} -1 program)
string(FIND "${readme}" "${program}" found)
if(found EQUAL -1)
  message(FATAL_ERROR "The README no longer shows ${PROGRAM}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "1 passed, 0 failed")
