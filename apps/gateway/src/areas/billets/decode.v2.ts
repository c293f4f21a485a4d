import { walletNotActive } from '../../http/faults.ts'
import { route } from '../../http/route.ts'
import { BilletDecodeCreate, BilletDecodeReply } from './billet-decode.ts'
import { type DecodeServices, decode, decodeErrors } from './decode.ts'
import { texts } from './texts.ts'

/** Like the first version, but for one wallet: only that wallet may pay. */
export const decodeV2 = route({
  name: 'decodeBilletV2',
  ...texts.decodeBilletV2,
  method: 'POST',
  path: '/v2/banking/billet-payments/decode',
  body: BilletDecodeCreate,
  example: { typeable_line: '23790448095616862379336610000006100000000124020' },
  reply: { 201: BilletDecodeReply },
  errors: decodeErrors,

  async handle(call, services: DecodeServices) {
    const { wallet_id } = call.scope
    if (!wallet_id) throw walletNotActive()
    return decode(services, call, wallet_id)
  },
})
