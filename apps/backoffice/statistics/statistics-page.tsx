import { useNow } from '@eclusa/ui/components/deadline.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Eyes } from './approval-stats.tsx'
import { Days } from './days.tsx'
import { Kinds } from './kinds.tsx'
import { LimitsReached } from './limits-reached.tsx'
import { figures } from './messages.ts'
import { PeriodBar } from './period-bar.tsx'
import { type Figures, figuresOf, fileOf } from './queries.ts'
import { periodOf } from './search.ts'
import style from './statistics.module.css'
import { Tiles } from './tiles.tsx'

const route = getRouteApi('/figures')

/** Statistics for team leads. The only people named are those who reached a limit. */
export function FiguresPage() {
  const say = useMessages(figures)
  const { pages } = useMessages(frame)
  const search = route.useSearch()
  const period = periodOf(search, new Date(useNow()))
  const { data, error } = useQuery(figuresOf(period))
  return (
    <>
      <PageHead
        title={pages.figures}
        actions={
          <a className={style.file} href={fileOf(period)} download={`eclusa-${period.from}-${period.to}.csv`}>
            {say.download}
          </a>
        }
      />
      <PageBody>
        <PeriodBar search={search} period={period} kinds={data?.kinds.map(({ kind }) => kind) ?? []} />
        {error && <Refusal error={error} />}
        {data && (
          <>
            <Counted figures={data} />
            <Tiles {...data} />
            <Days period={period} rows={data.days.filter(({ kind }) => !search.kind || kind === search.kind)} />
            <Kinds {...data} />
            <Eyes {...data} />
            <LimitsReached {...data} />
          </>
        )}
      </PageBody>
    </>
  )
}

/** For a period before the first record the page shows that nothing was counted yet, and not zeros. */
function Counted({ figures: { counted_since, from } }: { figures: Figures }) {
  const say = useMessages(figures)
  const { moment } = useFormats()
  if (!counted_since) return <Notice>{say.notYet}</Notice>
  if (counted_since.slice(0, 10) <= from) return null
  return <Notice>{say.since(moment(counted_since))}</Notice>
}
