import type { NextFunction, Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { inTurn } from './in-turn';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function gate() {
  const letIn = inTurn();
  const begun: number[] = [];
  const arrive = (...names: number[]) => {
    for (const name of names) letIn({} as Request, {} as Response, (() => begun.push(name)) as NextFunction);
  };
  return { begun, arrive };
}

describe('requests', () => {
  it('begin at once when few arrive', async () => {
    const { begun, arrive } = gate();
    for (let name = 0; name < 12; name += 3) {
      arrive(name, name + 1, name + 2);
      expect(begun.at(-1)).toBe(name + 2);
      await turn();
      await turn();
    }
  });

  it('of a burst begin few by few, in their order, and none is forgotten', async () => {
    const { begun, arrive } = gate();
    const names = Array.from({ length: 50 }, (_, name) => name);
    arrive(...names);
    const counts = [begun.length];
    while (begun.length < 50 && counts.length < 100) {
      await turn();
      counts.push(begun.length);
    }
    expect(begun).toEqual(names);
    expect(Math.max(...counts.map((count, index) => count - (counts[index - 1] ?? 0)))).toBe(4);
  });

  it('that arrive while others wait do not overtake them', async () => {
    const { begun, arrive } = gate();
    arrive(0, 1, 2, 3, 4, 5);
    for (let next = 6; next < 30; next++) {
      await turn();
      arrive(next);
    }
    for (let n = 0; n < 10; n++) await turn();
    expect(begun).toEqual(Array.from({ length: 30 }, (_, name) => name));
  });
});
