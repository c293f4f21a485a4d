import { route } from '../../http/route.ts'
import { BilletDecodeCreate, BilletDecodeReply } from './billet-decode.ts'
import { type DecodeServices, decode, decodeErrors } from './decode.ts'
import { texts } from './texts.ts'

/** Any wallet of the user may pay a billet that this version decoded. */
export const decodeV1 = route({
  name: 'decodeBilletV1',
  ...texts.decodeBilletV1,
  method: 'POST',
  path: '/v1/banking/billet-payments/decode',
  body: BilletDecodeCreate,
  example: { typeable_line: '23790448095616862379336610000006100000000124020' },
  reply: { 201: BilletDecodeReply },
  errors: decodeErrors,

  handle: (call, services: DecodeServices) => decode(services, call, null),
})
