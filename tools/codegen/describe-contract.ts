import { describeAtDesk } from '@eclusa/gateway/src/backoffice/backoffice-pipeline.ts'
import { deskRoutes } from '@eclusa/gateway/src/backoffice.ts'
import { mountDeskContract } from '@eclusa/gateway/src/contract.ts'
import Fastify, { type FastifyInstance, type HTTPMethods } from 'fastify'

interface DescribeContractDescription {
  method: HTTPMethods
  url: string
  schema: object
}

/** The OpenAPI document of some routes. It uses declarations only, so nothing validates and no handler runs. */
export async function describeContract(
  mount: (app: FastifyInstance) => Promise<void>,
  routes: DescribeContractDescription[],
): Promise<object> {
  const app = Fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => String)
  await mount(app)
  for (const route of routes) app.route({ ...route, handler: () => undefined })
  await app.ready()
  return app.swagger()
}

/** The contract of the backoffice, which is not in git. */
export function describeDesk(): Promise<object> {
  const described = deskRoutes.map((route) => ({
    method: route.method,
    url: route.path,
    schema: describeAtDesk(route),
  }))
  return describeContract(mountDeskContract, described)
}
