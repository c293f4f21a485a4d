import Type from 'typebox'
import { neededWith } from '../../platform/config/kinds.ts'

/**
 * A live API does not start without these settings: the person who is filmed must know who requests the video, and
 * whom to contact.
 */
const neededOnLive = (description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, pattern: '\\S', description, ...neededWith('INSTALLATION', 'live') }),
  )
const purpose = (language: string, text: string) =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    default: text,
    description: `why the video is recorded, as people read it on the liveness page in ${language}`,
  })

export const livenessPageSettings = {
  LIVENESS_ATTEMPTS_MAX: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 5,
    description: 'how many videos the liveness page accepts from one person',
  }),
  INSTITUTION_NAME: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: '\\S',
      description: 'name of the institution, on every page that a person sees',
      ...neededWith('INSTALLATION', 'live'),
    }),
  ),
  INSTITUTION_LOGO_PATH: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'path of its logo, a PNG or SVG of at most 200 kB, which the gateway itself serves',
    }),
  ),
  INSTITUTION_CONTACT: neededOnLive(
    'where a person reaches the institution: a telephone number, an e-mail address, an https address or text',
  ),
  INSTITUTION_PRIVACY_CONTACT: neededOnLive(
    'where a person reaches its data protection officer (encarregado, LGPD article 41), in the same form',
  ),
  INSTITUTION_PURPOSE_PT_BR: purpose('Portuguese', 'Confirmar a sua identidade neste cadastro.'),
  INSTITUTION_PURPOSE_EN_US: purpose('English', 'To confirm your identity in this registration.'),
  INSTITUTION_RETENTION_PT_BR: neededOnLive('how long the video is kept, as people read it in Portuguese'),
  INSTITUTION_RETENTION_EN_US: neededOnLive('how long the video is kept, as people read it in English'),
}
