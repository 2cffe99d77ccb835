"""What the real lambdagent answers about emitted modules and configurations. Reads a list of cases, prints one answer each."""

import inspect

import yaml
from lambdagent.cost_grade import estimate_cost
from lambdagent.core import ValidationError
from lambdagent.effects import Effect, infer_effect_for_term
from lambdagent.fromconfig import describe_config, from_config, lint_config
from lambdagent.fromconfig.compiler import _build_gateway, _safe_eval
from lambdagent.handlers import TestHandler, with_handler


def effect_of(term):
    effect = infer_effect_for_term(term)
    parts = [effect] if isinstance(effect, Effect) else list(effect.effects)
    return {
        "models": sorted({part.model for part in parts if part.model}),
        "kinds": sorted({part.kind.name.lower() for part in parts} - {"pure"}),
    }


def grade_of(term):
    grade = estimate_cost(term)
    return [grade.probability, grade.p_fatal, grade.tokens, grade.latency, grade.money]


def answer_with(term, text):
    """The answer of a term whose models all answer with the same text; None where a guard refuses it."""
    handler = TestHandler()
    handler.mock_llm_default(text)
    with with_handler(handler):
        try:
            return term("question")
        except ValidationError:
            return None


def module_facts(case):
    module = load(case["module"])
    term = module.build()
    guards = {
        name: [bool(function(text)) for text in case["samples"]]
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if name in case["guards"]
    }
    return {
        "prompt": getattr(term, "prompt", None),
        "effect": effect_of(term),
        "grade": grade_of(term),
        "guards": guards,
        "answers": [answer_with(term, text) for text in case["samples"]] if case["plain"] else None,
        "verdicts": [module.tool_guard(call) for call in case["calls"]],
    }


def config_facts(case):
    if case["config"] is None:
        return None
    path = here / case["config"]
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    term = from_config(str(path))
    guard = data.get("guard") or {}
    gateway = _build_gateway(guard, {})
    return {
        "lint": [f"{found.level} {found.rule}: {found.message}" for found in lint_config(str(path))],
        "structure": describe_config(str(path)),
        "effect": effect_of(term),
        "grade": grade_of(term),
        "validator": guard.get("validator"),
        "accepts": [bool(_safe_eval(guard["validator"], text)) for text in case["samples"]] if "validator" in guard else None,
        "gateway": gateway and [gateway.policy.block_dangerous, gateway.policy.confirm_high_risk],
        "prompt": data.get("systemPrompt"),
    }


def facts(case):
    return {"module": module_facts(case), "config": config_facts(case)}


done([facts(case) for case in data])
