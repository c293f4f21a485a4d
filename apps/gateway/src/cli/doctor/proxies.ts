import ipaddr from 'ipaddr.js'
import { trustedProxies } from '../../http/settings.ts'
import { both } from '../../platform/language.ts'
import { type Diagnostic, examination, fail, warn, well } from './diagnostic.ts'

/** A wider proxy network is reported, because every host in it can forge client addresses. */
const WIDEST = { ipv4: 8, ipv6: 16 }

/** Reverse proxies, and trust in `X-Forwarded-For`. */
export const proxies: Diagnostic[] = [
  examination('proxies.trusted', {
    about: both('de quem x-forwarded-for é aceito', 'whose x-forwarded-for is believed'),
    mend: both(
      'ponha em TRUSTED_PROXIES as redes dos proxies que encerram TLS diante da API, e só elas',
      'put into TRUSTED_PROXIES the networks of the proxies that end TLS before the API, and no others',
    ),
    needs: ['TRUSTED_PROXIES', 'OIDC_ISSUER'],
    look({ settings }) {
      const named = trustedProxies(settings)
      if (named.length === 0)
        return warn(
          both(
            'nenhum: atrás de um proxy todos parecem chamar da mesma rede, e são limitados juntos',
            'none: behind a proxy all clients appear to come from one network, and share its limits',
          ),
        )
      const wrong = named.filter((network) => !ipaddr.isValidCIDR(network))
      if (wrong.length > 0)
        return fail(both(`não é uma rede: ${wrong.join(', ')}`, `not a network: ${wrong.join(', ')}`))
      const wide = named.filter((network) => {
        const [address, bits] = ipaddr.parseCIDR(network)
        return bits < WIDEST[address.kind()]
      })
      if (wide.length === 0) return well(both(named.join(', '), named.join(', ')))
      const names = wide.join(', ')
      return fail(
        both(
          `larga demais, qualquer um forja seu endereço: ${names}`,
          `too wide, a caller can forge its address: ${names}`,
        ),
      )
    },
  }),
]
