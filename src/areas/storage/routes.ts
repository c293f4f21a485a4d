import type { Route } from '../../gate/route.ts'
import { confirmUpload } from './confirm-upload.ts'
import { createUpload } from './create-upload.ts'
import { getFileUrl } from './get-file-url.ts'
import type { StorageServices } from './keep-file.ts'
import { listFiles } from './list-files.ts'

export function storageRoutes(services: StorageServices): Route[] {
  return [createUpload(services), confirmUpload(services), listFiles, getFileUrl(services.objects)]
}
