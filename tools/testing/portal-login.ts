import { buildApi } from '@eclusa/gateway/src/api.ts'
import { createApiServices } from '@eclusa/gateway/src/services.ts'
import { readApiSettings } from '@eclusa/gateway/src/settings.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { testEnvironment } from './environment.ts'
import type { TestGateway } from './gateway.ts'

/** An API that trusts an issuer where people of users can log in. */
export interface TestRoomDoor {
  url: string
  issuer: SimulatedIssuer
  close: () => Promise<void>
}

/** Over the database of a gateway under test, whose users can have people at the issuer. */
export async function createPortalLogin(gateway: TestGateway): Promise<TestRoomDoor> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const issuer = await startIssuer([], 0, undefined, url)
  const services = createApiServices(
    readApiSettings({
      ...testEnvironment(gateway.db, { issuerUrl: issuer.url }),
      LOG_LEVEL: 'silent',
      OIDC_AUDIENCE: issuer.audience,
      ...issuer.roomSettings,
    }),
  )
  const app = await buildApi(services)
  await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    issuer,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await services.close()
      await issuer.close()
    },
  }
}
