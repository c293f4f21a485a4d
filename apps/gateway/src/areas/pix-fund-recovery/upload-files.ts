import Type from 'typebox'
import { record } from '../../events/record.ts'
import { route } from '../../http/route.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { type FileServices, keepFile, keepFileErrors, saveKeptFile } from '../storage/keep-file.ts'
import { requestNotFound, requestTakesNoFiles, tooManyFiles } from './errors.ts'
import { pix } from './events.ts'
import { EvidenceFile, RequestPath } from './request.ts'
import { lockRequest, saveRequest } from './request-store.ts'
import { helpsAnalysts } from './status.ts'
import { texts } from './texts.ts'

const FILES_MAX = 3
const FILE_BYTES_MAX = 10_000_000

/** Uploads evidence for the analysts. The bytes are stored before the request is changed. */
export const uploadFundRecoveryFiles = route({
  name: 'uploadFundRecoveryFiles',
  ...texts.uploadFundRecoveryFiles,
  method: 'PATCH',
  path: '/v1/pix/fund-recovery-requests/:id/files/upload',
  params: RequestPath,
  body: Type.Object({}, { additionalProperties: false }),
  multipart: {
    files: {
      first_file: { required: true, description: 'PDF, JPEG or PNG.' },
      second_file: { required: false, description: 'PDF, JPEG or PNG.' },
      third_file: { required: false, description: 'PDF, JPEG or PNG.' },
    },
    bytesMax: FILE_BYTES_MAX,
  },
  reply: { 200: Type.Array(EvidenceFile) },
  errors: [...keepFileErrors, requestNotFound, requestTakesNoFiles, tooManyFiles],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const wallet_id = walletOf(scope)
    const { files: kept } = await receive((file) => keepFile(services, scope, 'PIX_FUND_RECOVERY_REQUEST_FILES', file))
    return transaction(async (tx) => {
      const stored = await lockRequest(tx, params.id)
      if (stored?.wallet_id !== wallet_id) throw requestNotFound()
      if (!helpsAnalysts(stored.status)) throw requestTakesNoFiles()
      if (stored.files.length + kept.length > FILES_MAX) throw tooManyFiles()
      const files = [...stored.files]
      for (const file of kept) {
        const { id: file_id } = await saveKeptFile(tx, file, {
          product_id: scope.wallet_product_id,
          person_id: null,
        })
        files.push({ pix_fund_recovery_request_id: stored.id, file_id, name: `${stored.id}_${files.length + 1}` })
      }
      const attached = withNextVersion(stored, { files }, tx.now)
      saveRequest(tx, attached)
      record(tx, pix.fund_recovery_request.evidence_attached(attached))
      return files
    })
  },
})
