import { getRequest } from './get-request.ts'
import { listApiKeys } from './list-api-keys.ts'
import { listRequests } from './list-requests.ts'

export const accessRoutes = [listRequests, getRequest, listApiKeys]
