"""A stand-in for lambdagent in tests: the constructors that generated modules use, recording what they are given.

It is no model runtime. A Lam answers with the next text of `answers`, or with its input where there is none.
"""

answers = []


class ValidationError(Exception):
    """A guard refused every attempt."""


class Term:
    """Something that can be applied to an input."""

    tools = None

    def __call__(self, value):
        return self.apply(value)

    def __rshift__(self, other):
        return Compose(self, other)


class Lam(Term):
    def __init__(
        self, name, prompt, model="claude-sonnet-4-20250514", temperature=0.0, max_tokens=1024, output_parser=None
    ):
        self.name, self.prompt, self.model = name, prompt, model
        self.temperature, self.max_tokens, self.output_parser = temperature, max_tokens, output_parser

    def apply(self, value):
        return answers.pop(0) if answers else value

    def data(self):
        return {
            "term": "lam",
            "name": self.name,
            "prompt": self.prompt,
            "model": self.model,
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
        }


class Tool(Term):
    def __init__(self, name, fn):
        self.name, self.fn = name, fn

    def apply(self, value):
        return self.fn(value)

    def data(self):
        return {"term": "tool", "name": self.name}


class Compose(Term):
    def __init__(self, *stages):
        self.stages = stages

    def apply(self, value):
        for stage in self.stages:
            value = stage(value)
        return value

    def data(self):
        return {"term": "compose", "of": [stage.data() for stage in self.stages]}


class Par(Term):
    word = "par"

    def __init__(self, *agents):
        self.agents = agents

    def apply(self, value):
        return tuple(agent(value) for agent in self.agents)

    def data(self):
        return {"term": self.word, "of": [agent.data() for agent in self.agents]}


class Pair(Par):
    word = "pair"

    def __init__(self, first, second):
        super().__init__(first, second)


class If(Term):
    def __init__(self, cond, then_, else_):
        self.cond, self.then_, self.else_ = cond, then_, else_

    def apply(self, value):
        return self.then_(value) if self.cond(value) else self.else_(value)

    def data(self):
        cond = self.cond.data() if isinstance(self.cond, Term) else "callable"
        return {"term": "if", "cond": cond, "then": self.then_.data(), "else": self.else_.data()}


class Loop(Term):
    def __init__(self, body, condition, max_steps=10):
        self.body, self.condition, self.max_steps = body, condition, max_steps

    def apply(self, value):
        for step in range(self.max_steps):
            value = self.body(value)
            if self.condition(value, step):
                break
        return value

    def data(self):
        return {"term": "loop", "of": self.body.data(), "max_steps": self.max_steps}


class Route(Term):
    def __init__(self, classifier, routes, default=None):
        self.classifier, self.routes, self.default = classifier, routes, default

    def apply(self, value):
        return self.routes.get(self.classifier(value), self.default)(value)

    def data(self):
        return {
            "term": "route",
            "classifier": self.classifier.data(),
            "routes": {label: term.data() for label, term in self.routes.items()},
            "default": self.default and self.default.data(),
        }


class Guard(Term):
    def __init__(self, agent, validator, retry=0, on_fail=None):
        self.agent, self.validator, self.retry, self.on_fail = agent, validator, retry, on_fail

    def apply(self, value):
        last = None
        for _ in range(1 + self.retry):
            last = self.agent(value)
            if self.validator(last):
                return last
        if self.on_fail is None:
            raise ValidationError("every attempt is refused")
        return self.on_fail(last)

    def data(self):
        return {
            "term": "guard",
            "validator": self.validator.__name__,
            "retry": self.retry,
            "on_fail": None if self.on_fail is None else self.on_fail("the last output"),
            "of": self.agent.data(),
        }


class Memory(Term):
    def __init__(self, agent, store=None):
        self.agent, self.store = agent, store or {}

    def apply(self, value):
        return self.agent(value)

    def data(self):
        return {"term": "memory", "store": self.store, "of": self.agent.data()}
