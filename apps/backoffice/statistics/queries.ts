import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, desk, type Schemas } from '../api/client.ts'
import type { StatisticsPeriod } from './search.ts'

export type Figures = Schemas['Figures']
export type MeasureCounts = Pick<Schemas['FiguresTotal'], StatisticMeasure>

/** The measures in display order. Each has a position and a pattern besides its colour. */
export const measures = ['came', 'decided', 'late'] as const
export type StatisticMeasure = (typeof measures)[number]

export const figuresOf = ({ from, to }: StatisticsPeriod) =>
  queryOptions({
    queryKey: ['figures', from, to],
    queryFn: () => answer(desk.GET('/v1/figures', { params: { query: { from, to } } })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** CSV export. The browser downloads it as a file. */
export const fileOf = ({ from, to }: StatisticsPeriod) => `/v1/figures.csv?${new URLSearchParams({ from, to })}`
