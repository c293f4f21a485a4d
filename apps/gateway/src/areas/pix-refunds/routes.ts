import { getRefundRequest } from './get-refund-request.ts'
import { listRefundRequests } from './list-refund-requests.ts'

export const refundRoutes = [listRefundRequests, getRefundRequest]
