import Type from 'typebox'
import { signatureOf } from '../../../backoffice/auth/person.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reason } from '../../../backoffice/reason.ts'
import { openEnum, Uuid } from '../../../http/schema.ts'
import { found } from '../../../platform/errors/fault.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { type AddressChange, changeAddress } from '../liveness/change-address.ts'
import { linkNotWaiting } from '../liveness/errors.ts'
import { ownerOf } from './owner.ts'

const LinkChange = Type.Object(
  {
    legal_representative_id: Type.Optional(Type.String({ ...Uuid, description: 'Of a company: whose link.' })),
    reason: Reason,
  },
  { additionalProperties: false, title: 'LivenessLinkChange' },
)
const ChangedLink = Type.Object(
  {
    onboarding_id: Uuid,
    user_id: Uuid,
    liveness_id: Uuid,
    what: openEnum(['revoked', 'renewed']),
    generation: Type.Integer({ description: 'Which of its links is valid.' }),
  },
  { title: 'ChangedLivenessLink' },
)

const change = (verb: 'revoke' | 'renew', what: AddressChange['what'], summary: string) =>
  deskRoute({
    name: `${verb}LivenessLink`,
    summary,
    method: 'POST',
    path: `/v1/onboardings/:id/liveness/${verb}`,
    roles: ['analyst', 'operator'],
    params: OnboardingPath,
    body: LinkChange,
    example: { reason: 'It was sent to another person.' },
    reply: { 200: ChangedLink },
    errors: [onboardingNotFound, linkNotWaiting],

    async handle({ params: { id }, body: { legal_representative_id = null, reason }, person, look, act }) {
      const user_id = await ownerOf(look, id)
      return act({
        user_id,
        subject: { type: 'onboarding', id },
        reason,
        async work(tx) {
          const asked = { onboarding_id: id, legal_representative_id, what, actor: signatureOf(person), reason }
          const { id: liveness_id, generation } = found(await changeAddress(tx, asked), linkNotWaiting)
          return {
            answer: { onboarding_id: id, user_id, liveness_id, what, generation },
            changes: { liveness_id, what, generation },
          }
        },
      })
    },
  })

/**
 * For a link that was sent to the wrong person, or has no attempts left. The integrator reads the new link through the
 * API.
 */
export const revokeLivenessLink = change('revoke', 'revoked', 'Revoke the link of a liveness page')
export const renewLivenessLink = change('renew', 'renewed', 'Replace the link of a liveness page, with new attempts')
