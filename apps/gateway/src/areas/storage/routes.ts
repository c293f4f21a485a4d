import { confirmUpload } from './confirm-upload.ts'
import { createUpload } from './create-upload.ts'
import { getFile } from './get-file.ts'
import { getFileUrl } from './get-file-url.ts'
import { listFiles } from './list-files.ts'

export const storageRoutes = [createUpload, confirmUpload, listFiles, getFile, getFileUrl]
