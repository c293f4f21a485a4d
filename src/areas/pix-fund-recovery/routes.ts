import type { Ground } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { cancelFundRecoveryRequest } from './cancel-request.ts'
import { createFundRecoveryRequest } from './create-request.ts'
import { getFundRecoveryRequest } from './get-request.ts'
import { getTrackingGraph } from './get-tracking-graph.ts'
import { listFundRecoveryRequests } from './list-requests.ts'
import type { RecoveryTerms } from './new-request.ts'
import { type FileServices, uploadFundRecoveryFiles } from './upload-files.ts'

export interface FundRecoveryServices extends Ground, FileServices {
  dict: Dict | undefined
  recovery: RecoveryTerms
}

export const fundRecoveryRoutes = (services: FundRecoveryServices) => [
  createFundRecoveryRequest(services),
  listFundRecoveryRequests,
  getFundRecoveryRequest,
  getTrackingGraph,
  cancelFundRecoveryRequest(services),
  uploadFundRecoveryFiles(services),
]
