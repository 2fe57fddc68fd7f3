# Script of tarn_embed_scenes(): writes OUTPUT from the list SCENES.
set(text "")
foreach(scene ${SCENES})
    get_filename_component(name ${scene} NAME_WE)
    file(READ ${scene} json)
    string(APPEND text "{\"${name}\", R\"tarn(${json})tarn\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
