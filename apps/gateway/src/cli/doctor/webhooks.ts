import { isIP } from 'node:net'
import { someEndpoints } from '../../areas/webhooks/endpoint-store.ts'
import { addressRefusal, literalAddress, portOf } from '../../platform/http/address.ts'
import { probeTcp } from '../../platform/http/connectivity-check.ts'
import { createResolver, type Resolve, type ResolvedAddress } from '../../platform/http/egress.ts'
import { both } from '../../platform/language.ts'
import { type Diagnostic, examination, fail, warn, well } from './diagnostic.ts'
import { codeOf } from './failure-cause.ts'

/** Enough to test outgoing connections, and few enough to test at once. */
const ENDPOINTS_MAX = 20
/** The connection timeout of a delivery. */
const CONNECT_MS = 5_000
/** The name server answered that the name does not exist, so name resolution works. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA'])
const proxySettings = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/** Outgoing webhook connections, to addresses that users chose. */
export const webhooks: Diagnostic[] = [
  examination('webhooks.addresses', {
    about: both(
      'se os endereços dos endpoints são achados, permitidos e alcançados',
      'whether addresses of endpoints are found, allowed and reached',
    ),
    mend: both(
      'se ninguém é achado, veja o servidor de nomes em /etc/resolv.conf; se ninguém é alcançado, abra a saída direta para a porta 443; uma rede que não é pública é nomeada por usuário, ou o usuário corrige o endereço',
      'if no name resolves, check the name server in /etc/resolv.conf; if no endpoint is reachable, allow direct connections to port 443; a private network must be allowed for its user, or the user corrects the address',
    ),
    needs: ['DATABASE_WORKER_URL'],
    async look({ login }) {
      const endpoints = await someEndpoints(login('DATABASE_WORKER_URL').pool, ENDPOINTS_MAX)
      const resolve = createResolver()
      const fates = await Promise.all(endpoints.map(async (endpoint) => fateOf(endpoint, resolve)))
      const count = (fate: Fate) => fates.filter((one) => one === fate).length
      const [unanswered, lost, refused] = [count('unanswered'), count('lost'), count('refused')]
      const [reached, unreached] = [count('reached'), count('unreached')]
      if (unanswered > 0) return fail(both('o servidor de nomes não responde', 'the name server does not answer'))
      // A single unreachable endpoint is its user's concern; when none is reachable, outgoing connections are blocked.
      if (unreached > 0 && reached === 0)
        return fail(both(`nenhum de ${unreached} endpoints é alcançado`, `none of ${unreached} endpoints is reached`))
      if (refused > 0)
        return warn(
          both(`${refused} estão em redes que não são públicas`, `${refused} are in networks that are not public`),
          ['eclusa webhooks allow --user <user_id> --network <cidr> --ports <port> --reason <why>'],
        )
      if (lost > 0) return warn(both(`${lost} têm um nome sem endereço`, `${lost} have a name without an address`))
      return well(
        both(`${reached} de ${fates.length} endpoints alcançados`, `${reached} of ${fates.length} endpoints reached`),
      )
    },
  }),
  examination('webhooks.proxy', {
    about: both('se webhooks deveriam sair por um proxy', 'whether webhooks were meant to leave by a proxy'),
    mend: both(
      'abra a saída direta para endereços públicos na porta 443: webhooks não usam proxy, porque é o gateway que julga o endereço chamado',
      'allow direct connections to public addresses at port 443: webhooks use no proxy, because the gateway validates the address it calls',
    ),
    needs: ['DATABASE_WORKER_URL'],
    look({ env }) {
      const named = proxySettings.filter((name) => env[name])
      if (named.length === 0) return well()
      return warn(both(`${named.join(', ')} não vale para webhooks`, `${named.join(', ')} does not apply to webhooks`))
    },
  }),
]

type SampledEndpoint = Awaited<ReturnType<typeof someEndpoints>>[number]

type Fate = 'reached' | 'unreached' | 'refused' | 'lost' | 'unanswered'

/**
 * Applies the egress rules of deliveries: every resolved address is checked, and only a checked one is connected to.
 * Nothing is sent.
 */
async function fateOf({ url, networks }: SampledEndpoint, resolve: Resolve): Promise<Fate> {
  const called = new URL(url)
  const [literal, port] = [literalAddress(called), portOf(called)]
  let addresses: ResolvedAddress[]
  try {
    addresses = literal ? [{ address: literal, family: 0 }] : await resolve(called.hostname)
  } catch (error) {
    return noSuchName.has(codeOf(error)) ? 'lost' : 'unanswered'
  }
  const secure = called.protocol === 'https:'
  if (addresses.some(({ address }) => addressRefusal({ address, port, secure }, networks))) return 'refused'
  const places = addresses.map(({ address }) => `tcp://${isIP(address) === 6 ? `[${address}]` : address}:${port}`)
  return Promise.any(places.map((place) => probeTcp(place, CONNECT_MS))).then(
    () => 'reached',
    () => 'unreached',
  )
}
