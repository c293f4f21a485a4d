import { routes } from '@eclusa/gateway/src/api.ts'

const declared = new Map(routes.map((route) => [route.name, route.example]))

/** The example body of an operation in the contract: the documented body is sent. */
export const shown = (operation: string) => declared.get(operation) as Record<string, unknown>
