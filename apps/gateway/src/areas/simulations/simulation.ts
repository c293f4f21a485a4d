import Type from 'typebox'
import { openEnum } from '../../http/schema.ts'

/** The simulated external occurrences, by name. */
const simulations = [
  'payment-arrives',
  'infraction-reported',
  'institution-analyses',
  'refund-paid',
  'step-verdict',
  'face-verdict',
  'billet-paid',
] as const

const subjects = [
  'transaction',
  'infraction_notification',
  'fund_recovery_request',
  'onboarding',
  'billet_decode',
] as const

/** What was simulated, and the events by which the gateway will report it. */
export const SimulationReply = Type.Object(
  {
    simulation: openEnum(simulations),
    detail: Type.String({ description: 'What was done, and what to read next, in the requested language.' }),
    record_type: openEnum(subjects),
    record_id: Type.String({ description: 'The id of the record of this request, or of the record to be created.' }),
    look_at: Type.String({ description: 'The path to read the record.' }),
    awaited_events: Type.Array(Type.String(), {
      description:
        'The types of the events that report it, any of which may come first. Empty when no event reports it.',
    }),
  },
  { title: 'Simulation' },
)
