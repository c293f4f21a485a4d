import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { Uuid } from '../../http/schema.ts'

/** A decode is immutable, so its only version is the first. */
const decode = about(
  null,
  { decode_id: Uuid, wallet_id: Type.Optional(Uuid) },
  ({ id, wallet_id }: { id: string; version: 1; product_id: string | null; wallet_id: string | null }) => ({
    decode_id: id,
    wallet_id,
  }),
)

export const billets = {
  decode: {
    created: event(
      'billets.decode.created',
      { 'pt-BR': 'Um boleto foi decodificado.', 'en-US': 'A billet was decoded.' },
      decode,
    ),
  },
}
