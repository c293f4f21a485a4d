import { cancelFundRecoveryRequest } from './cancel-request.ts'
import { createFundRecoveryRequest } from './create-request.ts'
import { getFundRecoveryRequest } from './get-request.ts'
import { getTrackingGraph } from './get-tracking-graph.ts'
import { listFundRecoveryRequests } from './list-requests.ts'
import { updateFundRecoveryRequest } from './update-request.ts'
import { uploadFundRecoveryFiles } from './upload-files.ts'

export const fundRecoveryRoutes = [
  createFundRecoveryRequest,
  listFundRecoveryRequests,
  getFundRecoveryRequest,
  getTrackingGraph,
  updateFundRecoveryRequest,
  cancelFundRecoveryRequest,
  uploadFundRecoveryFiles,
]
