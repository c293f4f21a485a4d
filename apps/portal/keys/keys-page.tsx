import { answer } from '@eclusa/ui/api/answer.ts'
import { listOf } from '@eclusa/ui/api/lists.ts'
import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Notice } from '@eclusa/ui/components/notice.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { defineMessages, useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { gateway, type Schemas } from '../api/client.ts'

type PortalApiKey = Schemas['OwnApiKey']

const told = defineMessages({
  'pt-BR': {
    title: 'Chaves de API',
    name: 'Nome',
    begins: 'Começa com',
    state: 'Situação',
    active: 'Ativa',
    revoked: (at: string) => `Revogada em ${at}`,
    used: 'Último uso',
    never: 'Nunca usada',
    created: 'Criada em',
    none: 'Nenhuma chave de API. Recomendamos tokens de plataforma.',
    about:
      'O operador do gateway cria e revoga as chaves de API. Peça a revogação das que não estão em uso e prefira tokens de plataforma.',
    guide: 'Como migrar para tokens de plataforma',
  },
  'en-US': {
    title: 'API keys',
    name: 'Name',
    begins: 'Begins with',
    state: 'Status',
    active: 'Active',
    revoked: (at: string) => `Revoked at ${at}`,
    used: 'Last use',
    never: 'Never used',
    created: 'Created at',
    none: 'No API keys. We recommend platform tokens.',
    about:
      'The operator of the gateway creates and revokes API keys. Ask for unused keys to be revoked and prefer platform tokens.',
    guide: 'How to migrate to platform tokens',
  },
})

const keyList = listOf<PortalApiKey>(['keys'], (query) => answer(gateway.GET('/v1/keys', { params: { query } })))

/** The API keys of this user, and the last use of each. */
export function KeysPage() {
  const say = useMessages(told)
  const { moment, day } = useFormats()
  const list = useInfiniteQuery(keyList)
  const columns: TableColumn<PortalApiKey>[] = [
    { key: 'name', name: say.name, cell: ({ name }) => name },
    { key: 'begins', name: say.begins, cell: ({ prefix, id }) => <code>{prefix ?? id}…</code> },
    {
      key: 'state',
      name: say.state,
      cell: ({ revoked_at }) =>
        revoked_at ? <Badge>{say.revoked(day(revoked_at))}</Badge> : <Badge tone="good">{say.active}</Badge>,
    },
    { key: 'used', name: say.used, cell: ({ last_used_at }) => (last_used_at ? moment(last_used_at) : say.never) },
    { key: 'created', name: say.created, cell: ({ created_at }) => day(created_at) },
  ]
  return (
    <>
      <PageHead title={say.title} />
      <PageBody>
        <Notice
          action={
            <a href="/docs/guides/authentication" target="_blank" rel="noreferrer">
              {say.guide}
            </a>
          }
        >
          {say.about}
        </Notice>
        <Panel flush>
          <Listed list={list}>
            {(rows) => (
              <Table label={say.title} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />
            )}
          </Listed>
        </Panel>
      </PageBody>
    </>
  )
}
