import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'

/** A member of staff at the sandbox's issuer. Their roles can be changed while it runs. */
export interface SandboxPerson {
  id: string
  name: string
  roles: string[]
}

/** A person of a user. Their id is the user's, with all of its rights. */
export type PersonOfUser = Pick<SandboxPerson, 'id' | 'name'> & { roles?: never }
type ChosenPerson = SandboxPerson | PersonOfUser

/** One for each role, one with two, and one without a role at the desk. */
export function samplePeople(): SandboxPerson[] {
  return [
    { id: 'ana', name: 'Ana Analista', roles: ['analyst'] },
    { id: 'bruno', name: 'Bruno Aprovador', roles: ['approver'] },
    { id: 'carla', name: 'Carla Operadora', roles: ['operator'] },
    { id: 'davi', name: 'Davi Auditor', roles: ['auditor'] },
    { id: 'vera', name: 'Vera Visitante', roles: ['viewer'] },
    { id: 'paulo', name: 'Paulo Plantonista', roles: ['analyst', 'approver'] },
    { id: 'nina', name: 'Nina Ninguém', roles: [] },
  ]
}

const interaction = /^(\/interaction\/[\w-]+)(?:\/as\/([0-9a-z-]+))?$/

/**
 * The login page, which offers people without passwords, because this is a sandbox. Each name is a form of its own, so that
 * a test logs in with one POST. The client determines the list. Returns whether the request was for this page.
 */
export function choosePerson(provider: Provider, peopleOf: (client_id: unknown) => ChosenPerson[]) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const [, address, chosen] = interaction.exec(request.url!) ?? []
    if (address === undefined) return false
    const begun = await provider.interactionDetails(request, response).catch(() => undefined)
    const people = peopleOf(begun?.params['client_id'])
    const person = people.find(({ id }) => id === chosen)
    if (request.method === 'POST' && (person || chosen === 'nobody')) {
      const result = person ? { login: { accountId: person.id } } : { error: 'access_denied' }
      await provider
        .interactionFinished(request, response, result)
        .catch(() => void response.writeHead(400).end('This log-in has ended: begin again where you came from.\n'))
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page(address, people))
    }
    return true
  }
}

function page(address: string, people: ChosenPerson[]): string {
  const form = (id: string, label: string) =>
    `<form method="post" action="${address}/as/${id}"><button>${label}</button></form>`
  const forms = people.map(({ id, name, roles }) =>
    form(id, roles ? `${name} (${roles.join(', ') || 'sem papel'})` : name),
  )
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Sandbox</title>
<h1>Entrar como</h1>
${[...forms, form('nobody', 'Desistir')].join('\n')}
`
}
