import { createKeyRing } from '../../platform/key-ring.ts'
import { both } from '../../platform/language.ts'
import { secretsLeft } from '../pending-reencryption.ts'
import { type Diagnostic, examination, fail, warn, well } from './diagnostic.ts'

const rings = ['SIGNING_SECRET', 'DESK_SECRET', 'API_KEY_PEPPER'] as const

/** Secrets with rotation: that stored values can be decrypted, and that no two secrets are equal. */
export const secrets: Diagnostic[] = [
  examination('secrets.readable', {
    about: both('o que está guardado sob qual chave', 'data by encryption key'),
    mend: both(
      'devolva o segredo como mais uma linha da variável; um mais antigo sai quando nada resta sob ele',
      'put the secret back as a further line of its setting; an older one leaves when nothing is left under it',
    ),
    needs: ['DATABASE_DESK_URL', ...rings],
    async look({ login, settings }) {
      const texts = Object.fromEntries(rings.map((name) => [name, settings[name]])) as Record<
        (typeof rings)[number],
        string
      >
      const keys = await secretsLeft(login('DATABASE_DESK_URL').pool, texts)
      const names = (place: string) =>
        keys
          .filter((key) => key.place === place)
          .map(({ setting, key, left }) => `${setting} ${key} (${left})`)
          .join(', ')
      const [lost, older] = [names('not in the ring'), names('older')]
      if (lost) return fail(both(`não se lê: ${lost}`, `not read: ${lost}`), ['eclusa secrets status'])
      if (older) return warn(both(`ainda no anel: ${older}`, `still in the ring: ${older}`), ['eclusa secrets status'])
      return well()
    },
  }),
  examination('secrets.apart', {
    about: both('se cada segredo é só um', 'whether each secret is one thing only'),
    mend: both(
      'gere outro segredo e rotacione um deles como em docs/guides/turning-secrets.md: o roubo de um segredo não deve revelar os dois',
      'generate another secret and rotate one of them as in docs/guides/turning-secrets.md: the theft of one secret must not reveal both',
    ),
    needs: ['SIGNING_SECRET', 'API_KEY_PEPPER'],
    look({ settings }) {
      const named = rings.flatMap((setting) => {
        const text = settings[setting]
        return text === undefined ? [] : createKeyRing(text).keys.map(({ name }) => ({ setting, name }))
      })
      const twice = named.filter(({ name, setting }) =>
        named.some((other) => other.name === name && other.setting !== setting),
      )
      if (twice.length === 0) return well()
      const settingsOf = [...new Set(twice.map(({ setting }) => setting))].join(', ')
      return fail(both(`o mesmo segredo em ${settingsOf}`, `the same secret in ${settingsOf}`))
    },
  }),
]
