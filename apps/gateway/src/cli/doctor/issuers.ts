import type { JWK } from 'jose'
import { type RefusalReason, reasonOf } from '../../http/auth/auth-failure-reason.ts'
import { fetchJson } from '../../http/auth/discovery.ts'
import { createIssuerKeys } from '../../http/auth/issuer-keys.ts'
import { createTokenVerifier, type TokenRules } from '../../http/auth/platform-token.ts'
import { Fault } from '../../platform/errors/fault.ts'
import { both, type Text } from '../../platform/language.ts'
import { type Diagnostic, type DiagnosticFinding, examination, fail, well } from './diagnostic.ts'
import { whyOf } from './failure-cause.ts'

/** The token issuers for clients and staff, and whether their tokens would be accepted. */
export const issuers: Diagnostic[] = [
  examination('issuer.keys', {
    about: both('o emissor dos tokens e suas chaves', 'the issuer of tokens and its keys'),
    mend: both(
      'veja se OIDC_ISSUER está no ar, é o mesmo texto do claim iss, e se OIDC_ALGORITHMS é o que ele assina',
      'see that OIDC_ISSUER runs, is the very text of the iss claim, and that OIDC_ALGORITHMS is what it signs with',
    ),
    needs: ['OIDC_ISSUER', 'OIDC_ALGORITHMS'],
    look: ({ settings }) => lookAtKeys(settings.OIDC_ISSUER, settings.OIDC_ALGORITHMS),
  }),
  examination('issuer.token', {
    about: both('se um token do emissor seria aceito', 'whether a token of the issuer would be taken'),
    mend: both(
      'corrija OIDC_AUDIENCE, OIDC_ISSUER, OIDC_ALGORITHMS, OIDC_TOKEN_TYPE ou OIDC_TOKEN_LIFE_MAX_SECONDS, ou peça ao emissor outro token',
      'correct OIDC_AUDIENCE, OIDC_ISSUER, OIDC_ALGORITHMS, OIDC_TOKEN_TYPE or OIDC_TOKEN_LIFE_MAX_SECONDS, or request another token from the issuer',
    ),
    needs: [
      'OIDC_ISSUER',
      'OIDC_AUDIENCE',
      'OIDC_ALGORITHMS',
      'OIDC_TOKEN_TYPE',
      'OIDC_TOKEN_LIFE_MAX_SECONDS',
      'ECLUSA_TOKEN',
    ],
    async look({ settings, clock }) {
      const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_TOKEN_TYPE: type } = settings
      const lifeMaxSeconds = settings.OIDC_TOKEN_LIFE_MAX_SECONDS
      const rules = { issuer, audience, type, algorithms: settings.OIDC_ALGORITHMS.split(','), lifeMaxSeconds }
      try {
        await createTokenVerifier(rules, createIssuerKeys(issuer, clock).keyFor, clock)(settings.ECLUSA_TOKEN)
        return well(both('seria aceito', 'it would be taken'))
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        const why = refusalOf(reasonOf(error) ?? error.declaration.code, rules)
        return fail(both(`seria recusado: ${why['pt-BR']}`, `it would be rejected: ${why['en-US']}`))
      }
    },
  }),
  examination('issuer.desk-keys', {
    about: both(
      'o provedor de identidade do backoffice e suas chaves',
      'the identity provider of the backoffice and its keys',
    ),
    mend: both(
      'veja se DESK_OIDC_ISSUER está no ar, é o mesmo texto do claim iss, e se DESK_OIDC_ALGORITHMS é o que ele assina',
      'see that DESK_OIDC_ISSUER runs, is the very text of the iss claim, and that DESK_OIDC_ALGORITHMS is what it signs with',
    ),
    needs: ['DESK_OIDC_ISSUER', 'DESK_OIDC_ALGORITHMS'],
    look: ({ settings }) => lookAtKeys(settings.DESK_OIDC_ISSUER, settings.DESK_OIDC_ALGORITHMS),
  }),
]

async function lookAtKeys(issuer: string, accepted: string): Promise<DiagnosticFinding> {
  try {
    const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    if (document['issuer'] !== issuer)
      return fail(both('seu documento nomeia outro emissor', 'its document names another issuer'))
    const { keys = [] } = (await fetchJson(String(document['jwks_uri']))) as { keys?: JWK[] }
    const fitting = keys.filter((key) => key.kid !== undefined && fits(key, accepted.split(',')))
    if (fitting.length > 0)
      return well(both(`chaves que servem: ${fitting.length}`, `keys that will do: ${fitting.length}`))
    return fail(
      both(
        `nenhuma de suas ${keys.length} chaves é de ${accepted}`,
        `none of its ${keys.length} keys is of ${accepted}`,
      ),
    )
  } catch (error) {
    const why = whyOf(error)
    return fail(both(`não entrega suas chaves: ${why['pt-BR']}`, `it does not hand out its keys: ${why['en-US']}`))
  }
}

const families: Record<string, RegExp> = { EC: /^ES/, RSA: /^(RS|PS)/, OKP: /^EdDSA$/ }

function fits({ alg, kty = '' }: JWK, accepted: string[]): boolean {
  return accepted.some((one) => (alg === undefined ? (families[kty]?.test(one) ?? false) : alg === one))
}

type CheckedTokenRules = Pick<TokenRules, 'audience' | 'issuer' | 'type' | 'lifeMaxSeconds'>

const isNot = (claim: string, wanted: string) => both(`${claim} não confere com ${wanted}`, `${claim} is not ${wanted}`)

/** Why a token is invalid, without any data about its user. */
function refusalOf(reason: string, { audience, issuer, type, lifeMaxSeconds }: CheckedTokenRules): Text {
  const said: Partial<Record<string, Text>> = {
    EXPIRED: both('venceu', 'it has ended'),
    NOT_YET_VALID: both('ainda não vale', 'it is not valid yet'),
    WRONG_AUDIENCE: isNot('aud', `OIDC_AUDIENCE ${audience}`),
    WRONG_ISSUER: isNot('iss', `OIDC_ISSUER ${issuer}`),
    WRONG_TYPE: isNot('typ', `OIDC_TOKEN_TYPE ${type}`),
    ALGORITHM_NOT_ALLOWED: both(
      'é assinado com outro algoritmo que os de OIDC_ALGORITHMS',
      'it is signed with another algorithm than those of OIDC_ALGORITHMS',
    ),
    ISSUED_IN_THE_FUTURE: both(
      'iat está no futuro: compare o relógio do emissor com o desta máquina',
      'iat is in the future: compare the clock of the issuer with the one of this machine',
    ),
    LIFETIME_TOO_LONG: both(
      `dura mais do que OIDC_TOKEN_LIFE_MAX_SECONDS ${lifeMaxSeconds}`,
      `its lifetime is longer than OIDC_TOKEN_LIFE_MAX_SECONDS ${lifeMaxSeconds}`,
    ),
    SENDER_CONSTRAINED: both(
      'está vinculado a uma chave ou a um certificado (cnf), o que o gateway ainda não verifica: emita tokens bearer',
      'it is bound to a key or a certificate (cnf), which the gateway does not verify yet: issue bearer tokens',
    ),
    UNKNOWN_KEY: both('nenhuma chave do emissor é a dele', 'no key of the issuer is its own'),
    SUBJECT_NOT_KNOWN: both('sub não é o id de um usuário', 'sub is not the id of a user'),
  } satisfies Partial<Record<RefusalReason, Text>>
  return said[reason] ?? both(reason, reason)
}
