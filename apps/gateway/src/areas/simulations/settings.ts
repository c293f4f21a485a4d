import Type from 'typebox'
import { httpUrl, neededWith } from '../../platform/config/kinds.ts'

const address = (description: string) => Type.Optional(httpUrl(description, neededWith('INSTALLATION', 'test')))

/** Addresses of the simulators. A live installation has none. */
export const simulationSettings = {
  SIMULATOR_DICT_URL: address('control address of the DICT simulator of a test installation'),
  SIMULATOR_CHECKS_URL: address('control address of the onboarding partner there'),
  SIMULATOR_BILLETS_URL: address('control address of the billet registry there'),
  SIMULATOR_LEDGER_URL: address(
    'address of the internal port of the worker there, which ingests simulated transactions',
  ),
  SIMULATOR_LEDGER_TOKEN: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'OPERATOR_TOKEN of that worker',
      secret: true,
      ...neededWith('INSTALLATION', 'test'),
    }),
  ),
}
