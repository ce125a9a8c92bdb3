# Run with each build: writes `output` from `template`, and only if the revision
# is another one, so that nothing else is compiled again.
#
#   cmake -Dsource_dir=... -Dtemplate=... -Doutput=... -P GitRevision.cmake
get_filename_component(above "${source_dir}" DIRECTORY)
# A repository that this one was unpacked in is another project's.
set(ENV{GIT_CEILING_DIRECTORIES} "${above}")
execute_process(
  COMMAND git --no-optional-locks describe --always --dirty --abbrev=40
    --exclude=*
  WORKING_DIRECTORY "${source_dir}" OUTPUT_VARIABLE revision
  RESULT_VARIABLE failed ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(failed)
  set(revision unknown)
endif()
configure_file("${template}" "${output}" @ONLY)
