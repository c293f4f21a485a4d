import type { ObjectStore } from '../../base/objects/objects.ts'
import type { Scanner } from '../../base/scan/scanner.ts'
import type { Route } from '../../gate/route.ts'
import { confirmUpload } from './confirm-upload.ts'
import { createUpload } from './create-upload.ts'
import { getFileUrl } from './get-file-url.ts'
import { listFiles } from './list-files.ts'

export function storageRoutes(services: { objects: ObjectStore; scanner: Scanner | undefined }): Route[] {
  const { objects } = services
  return [createUpload(objects), confirmUpload(services), listFiles, getFileUrl(objects)]
}
