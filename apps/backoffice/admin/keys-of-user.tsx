import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Field } from '@eclusa/ui/components/field.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { ShownOnce } from '@eclusa/ui/components/shown-once.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { desk, outcome, type Schemas } from '../api/client.ts'
import { Act } from './action-button.tsx'
import style from './admin.module.css'
import { textOf } from './form-values.ts'
import { keeping } from './messages.ts'
import { type BackofficeApiKey, keyList } from './queries.ts'

type NewKey = Schemas['NewApiKey']

/** The API keys of a user. A new one is shown until this page is closed, and stored nowhere. */
export function Keys({ user_id }: { user_id: string }) {
  const say = useMessages(keeping)
  const { moment } = useFormats()
  const list = useInfiniteQuery(keyList(user_id))
  const [made, setMade] = useState<NewKey>()
  const columns: TableColumn<BackofficeApiKey>[] = [
    { key: 'name', name: say.name, cell: ({ name }) => name },
    {
      key: 'status',
      name: say.status,
      cell: ({ revoked_at }) => (
        <Badge tone={revoked_at ? 'plain' : 'good'}>{revoked_at ? say.revoked : say.valid}</Badge>
      ),
    },
    { key: 'id', name: say.id, cell: ({ id }) => <Id value={id} whole /> },
    { key: 'used', name: say.lastUsed, cell: ({ last_used_at }) => (last_used_at ? moment(last_used_at) : say.never) },
    { key: 'created', name: say.created, cell: ({ created_at }) => moment(created_at) },
    {
      key: 'acts',
      name: say.acts,
      number: true,
      cell: (key) => !key.revoked_at && <Acts id={key.id} onMade={setMade} />,
    },
  ]
  return (
    <Panel title={say.keys} action={<CreateKey user_id={user_id} onMade={setMade} />} flush>
      {made && (
        <div className={style.once}>
          <ShownOnce value={made.key} />
        </div>
      )}
      <Listed list={list}>
        {(rows) => <Table label={say.keys} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />}
      </Listed>
    </Panel>
  )
}

function CreateKey({ user_id, onMade }: { user_id: string; onMade: (key: NewKey) => void }) {
  const say = useMessages(keeping)
  return (
    <Act<NewKey>
      name={say.createKey}
      look="quiet"
      about={say.createKeyAbout}
      send={(reason, said) =>
        outcome(
          desk.POST('/v1/users/{user_id}/keys', {
            params: { path: { user_id } },
            body: { name: textOf(said, 'name')!, reason },
          }),
        )
      }
      onDone={onMade}
    >
      <Field label={say.name} name="name" hint={say.nameHint} maxLength={80} required autoFocus />
    </Act>
  )
}

function Acts({ id, onMade }: { id: string; onMade: (key: NewKey) => void }) {
  const say = useMessages(keeping)
  const asked = (reason: string) => ({ params: { path: { key_id: id } }, body: { reason } })
  return (
    <span className={style.acts}>
      <Act<NewKey>
        name={say.rotate}
        look="quiet"
        about={say.rotateAbout}
        send={(reason) => outcome(desk.POST('/v1/keys/{key_id}/rotate', asked(reason)))}
        onDone={onMade}
      />
      <Act
        name={say.revoke}
        look="quiet"
        about={say.revokeAbout}
        grave
        send={(reason) => outcome(desk.POST('/v1/keys/{key_id}/revoke', asked(reason)))}
      />
    </span>
  )
}
