import Type from 'typebox'
import { openEnum } from '../../gate/schema.ts'

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
    detail: Type.String({ description: 'What was done, and what to look at next, in the language asked for.' }),
    record_type: openEnum(subjects),
    record_id: Type.String({ description: 'The id of the record it is about, or that it will become.' }),
    look_at: Type.String({ description: 'The path at which the record is read.' }),
    awaited_events: Type.Array(Type.String(), {
      description:
        'The types of the events that report it, any of which may come first. Empty when no event reports it.',
    }),
  },
  { title: 'Simulation' },
)
