import { findOpened, type PageRoute, readFor, runForAddress } from './page-route.ts'
import { partsOf } from './part-store.ts'
import { readUploadId } from './read-request.ts'

/** Lists the received parts of an upload, for a page that was closed and reopened. */
export const getLivenessUpload: PageRoute = {
  name: 'getLivenessUpload',
  method: 'GET',
  path: '/uploads/:upload_id',
  async work(call, services) {
    const { key } = call
    const upload_id = await readFor(services, call, readUploadId)
    if (!upload_id) return undefined
    return runForAddress(services, call, async (tx) => {
      const [parts, opened] = await Promise.all([
        partsOf(tx, key.liveness_id, upload_id),
        findOpened(tx, key, upload_id),
      ])
      return opened && { parts: parts.map(({ number }) => number), complete: opened.video !== undefined }
    })
  },
}
