import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Checkbox, Field } from '@eclusa/ui/components/field.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { desk, outcome } from '../api/client.ts'
import { Act } from './action-button.tsx'
import style from './admin.module.css'
import { textOf } from './form-values.ts'
import { keeping } from './messages.ts'
import { type BackofficeWallet, walletList } from './queries.ts'
import { KeptStatus } from './record-status.tsx'

export function Wallets({ user_id }: { user_id: string }) {
  const say = useMessages(keeping)
  const { yes } = useMessages(shared)
  const list = useInfiniteQuery(walletList(user_id))
  const columns: TableColumn<BackofficeWallet>[] = [
    { key: 'name', name: say.name, cell: ({ name }) => name },
    { key: 'status', name: say.status, cell: ({ status }) => <KeptStatus status={status} /> },
    { key: 'default', name: say.default, cell: ({ is_default }) => (is_default ? yes : '–') },
    {
      key: 'product',
      name: say.product,
      cell: ({ product_id }) =>
        product_id ? (
          <Link to="/keeping/products/$product_id" params={{ product_id }}>
            <code>…{product_id.slice(-8)}</code>
          </Link>
        ) : (
          '–'
        ),
    },
    { key: 'id', name: say.id, cell: ({ id }) => <Id value={id} /> },
    {
      key: 'acts',
      name: say.acts,
      number: true,
      cell: (wallet) => wallet.status === 'ACTIVE' && <Deactivate {...wallet} />,
    },
  ]
  return (
    <Panel title={say.wallets} action={<CreateWallet user_id={user_id} />} flush>
      <Listed list={list}>
        {(rows) => <Table label={say.wallets} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />}
      </Listed>
    </Panel>
  )
}

function CreateWallet({ user_id }: { user_id: string }) {
  const say = useMessages(keeping)
  return (
    <Act
      name={say.createWallet}
      look="quiet"
      send={(reason, said) => {
        const product_id = textOf(said, 'product_id')
        const body = { name: textOf(said, 'name')!, is_default: said.has('is_default'), reason }
        return outcome(
          desk.POST('/v1/users/{user_id}/wallets', {
            params: { path: { user_id } },
            body: { ...body, ...(product_id && { product_id }) },
          }),
        )
      }}
    >
      <Field label={say.name} name="name" hint={say.nameHint} maxLength={80} required autoFocus />
      <Field label={say.product} name="product_id" />
      <Checkbox label={say.isDefault} name="is_default" />
    </Act>
  )
}

function Deactivate({ user_id, id }: BackofficeWallet) {
  const say = useMessages(keeping)
  return (
    <span className={style.acts}>
      <Act
        name={say.deactivate}
        look="quiet"
        about={say.deactivateWalletAbout}
        grave
        send={(reason) =>
          outcome(
            desk.POST('/v1/users/{user_id}/wallets/{wallet_id}/deactivate', {
              params: { path: { user_id, wallet_id: id } },
              body: { reason },
            }),
          )
        }
      />
    </span>
  )
}
