import { createBilletRegistry } from '../../partners/billet-registry/client.ts'
import { probeTcp } from '../../platform/http/connectivity-check.ts'
import { both } from '../../platform/language.ts'
import { type Diagnostic, type DiagnosticFinding, examination, fail, warn, well } from './diagnostic.ts'
import { whyOf } from './failure-cause.ts'

/** A barcode that no bank has: "not found" is a valid response, and the query concerns no person. */
const NO_BILLET = { barcode: '0'.repeat(44), printed: { amount: null, due_date: null } }
const CONNECT_MS = 5_000

/** The partners of the gateway except DICT. */
export const partners: Diagnostic[] = [
  examination('registry.answers', {
    about: both('o registro de boletos', 'the billet registry'),
    mend: both(
      'veja BILLET_REGISTRY_URL, BILLET_REGISTRY_TOKEN e a rede até lá; enquanto isso boletos não são decodificados',
      'see BILLET_REGISTRY_URL, BILLET_REGISTRY_TOKEN and the network to it; meanwhile no billet is decoded',
    ),
    needs: ['BILLET_REGISTRY_URL', 'BILLET_REGISTRY_TIMEOUT_MS'],
    async look({ settings, clock }) {
      const { BILLET_REGISTRY_URL: url, BILLET_REGISTRY_TOKEN: token, BILLET_REGISTRY_TIMEOUT_MS: timeoutMs } = settings
      const registry = createBilletRegistry({ url, token, timeoutMs })
      try {
        await registry.consult({ ...NO_BILLET, payment_date: clock.now().toISOString().slice(0, 10) })
        return well()
      } catch (error) {
        const why = whyOf(error)
        return fail(
          both(`não respondeu como devia: ${why['pt-BR']}`, `it did not answer as it should: ${why['en-US']}`),
        )
      } finally {
        await registry.close()
      }
    },
  }),
  examination('onboarding-checks.reached', {
    about: both('quem julga os passos de um onboarding', 'the onboarding partner'),
    mend: both(
      'veja ONBOARDING_CHECKS_URL e a rede até lá; enquanto isso os passos esperam',
      'see ONBOARDING_CHECKS_URL and the network to it; meanwhile steps wait',
    ),
    needs: ['ONBOARDING_CHECKS_URL'],
    look: ({ settings }) => reached(settings.ONBOARDING_CHECKS_URL, fail),
  }),
  examination('scanner.reached', {
    about: both('quem procura malware nos arquivos', 'the malware scanner for files'),
    mend: both(
      'veja se o clamd escuta em CLAMD_HOST e CLAMD_PORT; enquanto isso arquivos de que decisões dependem são recusados',
      'check that clamd listens at CLAMD_HOST and CLAMD_PORT; until then files for decisions are rejected',
    ),
    needs: ['CLAMD_HOST', 'CLAMD_PORT'],
    look: ({ settings }) => reached(`tcp://${settings.CLAMD_HOST}:${settings.CLAMD_PORT}`, warn),
  }),
]

async function reached(where: string, tell: typeof fail): Promise<DiagnosticFinding> {
  try {
    await probeTcp(where, CONNECT_MS)
    return well()
  } catch (error) {
    const why = whyOf(error)
    return tell(both(`não se chega lá: ${why['pt-BR']}`, `it is not reached: ${why['en-US']}`))
  }
}
