import Type from 'typebox'
import { eventType } from '../../events/event-type.ts'
import { Uuid } from '../../gate/schema.ts'

export const billetEventTypes = [
  eventType(
    'billets.decode.created',
    { 'pt-BR': 'Um boleto foi decodificado.', 'en-US': 'A billet was decoded.' },
    { decode_id: Uuid, wallet_id: Type.Optional(Uuid) },
  ),
]
