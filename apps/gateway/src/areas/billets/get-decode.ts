import Type from 'typebox'
import { route } from '../../http/route.ts'
import { Uuid } from '../../http/schema.ts'
import { found } from '../../platform/errors/fault.ts'
import { BilletDecodeReply } from './billet-decode.ts'
import { findDecode } from './billet-decode-store.ts'
import { decodeNotFound } from './errors.ts'
import { texts } from './texts.ts'

/**
 * Returns the stored result of a decode, for a caller that lost the first response or was referred here by a repeat.
 */
export const getDecode = route({
  name: 'getBilletDecode',
  ...texts.getBilletDecode,
  method: 'GET',
  path: '/v2/banking/billet-payments/decodes/:id',
  params: Type.Object({ id: Uuid }),
  brief: true,
  reply: { 200: BilletDecodeReply },
  errors: [decodeNotFound],

  handle: ({ params, transaction }) =>
    transaction(async (tx) => found(await findDecode(tx, params.id), decodeNotFound)),
})
