import Type from 'typebox'
import { openEnum } from '../../gate/schema.ts'

/** What may come from outside, by the name under which it is simulated. */
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

/** What was done out there, and how the gateway will be seen to learn of it. */
export const SimulationReply = Type.Object(
  {
    simulation: openEnum(simulations),
    detail: Type.String({ description: 'What was done, and what to look at next, in the language asked for.' }),
    record_type: openEnum(subjects),
    record_id: Type.String({ description: 'The id of the record it is about, or that it will become.' }),
    look_at: Type.String({ description: 'The path at which the record is read.' }),
    awaited_events: Type.Array(Type.String(), {
      description:
        'The types of the events that tell of it, any of which may come first. None where nothing is told of it.',
    }),
  },
  { title: 'Simulation' },
)
