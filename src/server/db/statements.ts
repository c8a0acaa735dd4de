/** Names for prepared statements, which are templates in the code. */
import { codeOf } from '~/server/lib/caught';
import { sha256 } from '~/server/lib/hash';

export interface Statement {
  /** Derived from the text, so equal in every process: poolers that share connections may share the plan as well. */
  name: string;
  text: string;
}

/** The parts of a template are one object per place in the code, so there are as many statements as places. */
export function statementsOfTemplates(): (parts: TemplateStringsArray) => Statement {
  const statements = new WeakMap<TemplateStringsArray, Statement>();
  return (parts) => {
    let statement = statements.get(parts);
    if (!statement) {
      const text = parts.reduce((sum, part, index) => `${sum}$${index}${part}`);
      const hash = sha256(text);
      statement = { name: `qinsight_${hash.slice(0, 16)}`, text };
      statements.set(parts, statement);
    }
    return statement;
  };
}

/** Poolers that give a connection to another client after each transaction lose its prepared statements. */
export const isLostStatement = (error: unknown) => ['26000', '42P05'].includes(codeOf(error) ?? '');
