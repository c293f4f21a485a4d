import { createPrivateKey, X509Certificate } from 'node:crypto'
import { connectDict } from '../../partners/dict/connect-dict.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { RENEW_MS } from '../../partners/dict/keys/check-keys.ts'
import { certificatesIn, isValid } from '../../partners/dict/keys/signing-keys.ts'
import { listRatePolicies } from '../../partners/dict/rate-policies.ts'
import { both } from '../../platform/language.ts'
import { createMetrics } from '../../platform/observability/metrics.ts'
import type { DoctorContext } from './context.ts'
import { type Diagnostic, type DiagnosticFinding, examination, fail, warn, well } from './diagnostic.ts'

const DAY_MS = 24 * 3_600_000
const certificates = ['DICT_TLS_CERTIFICATE', 'DICT_SIGNING_CERTIFICATE', 'DICT_TRUSTED_CERTIFICATES'] as const

/** The connection to the Pix directory. */
export const dict: Diagnostic[] = [
  examination('dict.certificates', {
    about: both('a validade dos certificados para o DICT', 'how long the certificates for DICT are valid'),
    mend: both(
      'peça outro certificado e siga docs/guides/dict-keys.md: emitir e cadastrar no BACEN leva semanas',
      'have another one issued and follow docs/guides/dict-keys.md: issuing it and making it known to BACEN takes weeks',
    ),
    needs: ['DICT_URL', ...certificates],
    look({ settings, clock }) {
      const now = clock.now()
      const last = certificates.map((setting) => {
        const all = certificatesIn(settings[setting]).map((pem) => new X509Certificate(pem))
        // Only the first certificate is used for connections; the others are its issuers', which are valid for years
        // longer.
        const each = setting === 'DICT_TLS_CERTIFICATE' ? all.slice(0, 1) : all
        const valid = each.filter((one) => isValid(one, now)).map(({ validToDate }) => validToDate.getTime())
        return { setting, days: Math.floor((Math.max(0, ...valid) - now.getTime()) / DAY_MS) }
      })
      const [first] = last.toSorted((a, b) => a.days - b.days) as [(typeof last)[number]]
      const { setting, days } = first
      if (days < 0) return fail(both(`nenhum de ${setting} vale hoje`, `none of ${setting} is valid today`))
      if (days * DAY_MS < RENEW_MS)
        return warn(both(`${setting} vence em ${days} dias`, `${setting} ends in ${days} days`))
      return well(both(`${days} dias`, `${days} days`))
    },
  }),
  examination('dict.keys', {
    about: both('se as chaves são as dos certificados', 'whether the keys are those of the certificates'),
    mend: both(
      'ponha em DICT_TLS_KEY e DICT_SIGNING_KEY (ou no token) as chaves com que os certificados foram pedidos',
      'put into DICT_TLS_KEY and DICT_SIGNING_KEY (or into the token) the keys with which the certificates were requested',
    ),
    needs: ['DICT_URL', 'DICT_TLS_CERTIFICATE', 'DICT_SIGNING_CERTIFICATE'],
    async look(ground) {
      const { DICT_TLS_CERTIFICATE: certificate, DICT_TLS_KEY: key } = ground.settings
      if (key !== undefined && !new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)))
        return fail(both('DICT_TLS_KEY é de outro certificado', 'DICT_TLS_KEY is of another certificate'))
      return withDict(ground, async ({ signing }) => {
        await signing.open()
        return well()
      })
    },
  }),
  examination('dict.answers', {
    about: both('se o DICT responde, e assina o que responde', 'whether DICT answers, and signs what it answers'),
    mend: both(
      'veja a rede até o DICT (RSFN), DICT_URL, os certificados e DICT_TRUSTED_CERTIFICATES; enquanto isso nada do Pix sai',
      'see the network to DICT (RSFN), DICT_URL, the certificates and DICT_TRUSTED_CERTIFICATES; meanwhile nothing of Pix is sent',
    ),
    needs: ['DICT_URL', 'DICT_PARTICIPANT'],
    look: (ground) =>
      withDict(ground, async (client) => {
        const listed = await listRatePolicies(client)
        if (listed.outcome === 'done') return well()
        const why = listed.outcome === 'refused' ? listed.type : listed.reason
        return fail(both(`não respondeu como devia: ${why}`, `it did not answer as it should: ${why}`))
      }),
  }),
]

/** Opening rejects an incomplete configuration or a key without a certificate; its error texts contain no secrets. */
async function withDict(
  { settings }: DoctorContext,
  look: (client: Dict) => Promise<DiagnosticFinding>,
): Promise<DiagnosticFinding> {
  let client: Dict | undefined
  try {
    client = connectDict({ DICT_SHARE: 0.5, ...settings }, createMetrics())!
  } catch (error) {
    const { message } = error as Error
    return fail(both(`não abre: ${message}`, `it cannot be opened: ${message}`))
  }
  try {
    return await look(client)
  } finally {
    await client.close()
  }
}
