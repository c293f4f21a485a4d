import { route } from '../../http/route.ts'
import { found } from '../../platform/errors/fault.ts'
import { requestNotFound } from './errors.ts'
import { RequestPath, RequestReply } from './request.ts'
import { findRequest } from './request-store.ts'
import { texts } from './texts.ts'

export const getRequest = route({
  name: 'getRequest',
  ...texts.getRequest,
  method: 'GET',
  path: '/v1/requests/:request_id',
  params: RequestPath,
  unlogged: true,
  brief: true,
  reply: { 200: RequestReply },
  errors: [requestNotFound],

  handle: ({ params, transaction }) =>
    transaction(async (tx) => found(await findRequest(tx, params.request_id), requestNotFound)),
})
