import '@eclusa/simulators/redirect-stdout.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { openStage, seconds, until } from '@eclusa/testing/processes/gateway-environment.ts'

/** The issuer is down when the API starts: it cannot verify tokens, has to report it, and to recover by itself. */
await drill(async ({ say, must }) => {
  const stage = await openStage()
  const account_id = await stage.account()
  const port = Number(new URL(stage.issuer.url).port)
  await stage.issuer.close()
  const started = Date.now()
  const api = await stage.startApi()
  await pause(3_000)
  const without = await stage.change(api.base_url, account_id, 'without')
  say(
    `issuer down at the start: ${without.status} ${without.code}; /readyz ${api.told()?.status}: ${api.told()?.reason}`,
  )
  must(without.status === 503, 'a token that cannot be verified is 503')
  must(api.told()?.ready === true && api.told()?.status === 'degraded', '/readyz says so, and turns nobody away')
  must(api.reasonAfter(started, /issuer/) !== undefined, '/readyz says what is away')

  const issuer = await startIssuer([stage.user], port)
  const up = Date.now()
  await until(() => api.told()?.status === 'ready', 30_000)
  const answer = await stage.change(api.base_url, account_id, 'with', await issuer.token(stage.user))
  say(`issuer up: /readyz ready after ${seconds(Date.now() - up)}; ${answer.status}`)
  must(api.told()?.status === 'ready', '/readyz says when it is over, without a request')
  must(answer.status === 200, 'a token is verified')
  await issuer.close()
  await stage.close()
})
