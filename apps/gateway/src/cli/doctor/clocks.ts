import { clockApart } from '../../platform/db/clock-skew.ts'
import { APART_MS } from '../../platform/db/database-checks.ts'
import { both } from '../../platform/language.ts'
import {
  type Diagnostic,
  type DiagnosticFinding,
  databaseExamination,
  examination,
  fail,
  warn,
  well,
} from './diagnostic.ts'

/** A warning before the difference causes failures. */
const WARN_MS = 1_000
/** The Date header has a resolution of seconds. */
const HEADER_MS = 2_000
const FETCH_TIMEOUT_MS = 5_000

const mend = both(
  'sincronize os relógios das duas máquinas (chrony ou systemd-timesyncd) com a mesma fonte',
  'keep the clocks of both machines by the same source (chrony or systemd-timesyncd)',
)

/** Clock skew between this machine, the database and the issuer. */
export const clocks: Diagnostic[] = [
  databaseExamination('clock.database', {
    about: both('a diferença entre este relógio e o do banco', 'how far this clock and that of the database are apart'),
    mend,
    async look({ pool }, { clock }) {
      // The first query includes the time to connect.
      await clockApart(pool, clock)
      return judge((await clockApart(pool, clock)).apartMs)
    },
  }),
  examination('clock.issuer', {
    about: both('a diferença entre este relógio e o do emissor', 'how far this clock and that of the issuer are apart'),
    mend,
    needs: ['OIDC_ISSUER'],
    async look({ settings, clock }) {
      const answer = await fetch(`${settings.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      })
      const now = clock.now().getTime()
      await answer.body?.cancel()
      const said = Date.parse(answer.headers.get('date') ?? '')
      if (Number.isNaN(said))
        return well(
          both('a resposta do provedor de identidade não contém a hora', 'the response of the issuer contains no time'),
        )
      const apart = said - now
      return judge(Math.abs(apart) < HEADER_MS ? 0 : apart)
    },
  }),
]

function judge(apartMs: number): DiagnosticFinding {
  const seconds = (Math.abs(apartMs) / 1_000).toFixed(1)
  const reason = both(`${seconds} s de diferença`, `${seconds} s apart`)
  if (Math.abs(apartMs) >= APART_MS) return fail(reason)
  return Math.abs(apartMs) >= WARN_MS ? warn(reason) : well(reason)
}
